import { t } from "../i18n";

/** A name as it is shown: guests are numbered in the reader's language. */
export function personName(name: string): string {
  const found = /^Guest (\d+)$/.exec(name);
  return found ? `${t("nav.guest")} ${found[1]}` : name;
}
