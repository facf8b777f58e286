/** Words of one part of the client, fetched with its first page: a file for each language in its `words` folder. */

import { fill, tongue, type Params } from "./index";
import { fileOf } from "./language-files";

type Files<Words> = Record<string, () => Promise<{ default: Words }>>;

/** The words of a part; `K` are the keys of its English file, which the others must have too. */
export class AreaWords<K extends string> {
  #files: Files<Record<K, string>>;
  #now = $state<{ language: string; words: Partial<Record<K, string>> }>({ language: "", words: {} });

  /** @param files what `import.meta.glob("./words/*.ts")` finds. */
  constructor(files: Files<Record<K, string>>) {
    this.#files = files;
  }

  /** Have the words of the language spoken now. */
  async load(): Promise<void> {
    const language = tongue();
    if (this.#now.language === language) return;
    const { default: words } = await fileOf(this.#files, language)();
    Object.assign(this.#now, { language, words });
  }

  /** The sentence of a key in the reader's language. */
  say(key: K, params?: Params): string {
    return fill(this.#now.words[key] ?? key, params);
  }
}
