/** How long ago something was, in words. */

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
/** After so many days a date says more. */
const DAYS = 7;

/** "3 minutes ago", "yesterday"; a date for what is longer ago; `just` for what has just happened. */
export function ago(then: number, now: number, language: string, just: string): string {
  const passed = now - then;
  if (passed > DAYS * 86_400_000) return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(then);
  const step = STEPS.find(([, length]) => passed >= length);
  if (!step) return just;
  const [unit, length] = step;
  return new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" }).format(
    -Math.floor(passed / length),
    unit,
  );
}
