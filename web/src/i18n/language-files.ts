/** Files with one for each language, such as `words/fr.ts` or `words/fr.toml`, as `import.meta.glob` finds them. */

type Files<File> = Readonly<Record<string, File>>;

/** The file of a language, if there is one. */
export function maybeFileOf<File>(files: Files<File>, language: string): File | undefined {
  return Object.entries(files).find(([path]) => path.replace(/^.*\/|\.\w+$/g, "") === language)?.[1];
}

/** The file of a language; the English one where it is still to be written. */
export function fileOf<File>(files: Files<File>, language: string): File {
  const found = maybeFileOf(files, language) ?? maybeFileOf(files, "en");
  if (!found) throw new Error(`no words for ${language}`);
  return found;
}
