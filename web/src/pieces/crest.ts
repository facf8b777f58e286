/** A crest for a name: always the same one, drawn from a few divisions, colours and emblems. */

import { emblem, EMBLEMS } from "./emblems";
import { stream } from "./grain";

const SHIELD = "M10 8Q31 12 50 5Q69 12 90 8V48Q88 80 50 96Q12 80 10 48Z";
/** Colours of the field, dark enough for a light emblem. */
const FIELDS = ["#7a2320", "#1f4e6b", "#2f5a37", "#5b3a73", "#7a5518", "#24504f", "#6b2f4d", "#3a4460"];
const DIVISIONS = [
  "M10 8H50V96Q12 80 10 48Z",
  "M10 8H90V46H10Z",
  "M10 8L90 70Q80 84 50 96Q12 80 10 48Z",
  "M50 40L92 78Q80 90 50 96Q20 90 8 78Z",
  "M40 4H60V98H40Z",
  "M8 34H92V58H8Z",
  "M50 5H90V46H50ZM10 48H50V96Q14 82 10 48Z",
];

/** The crest of a name as SVG in a box of 100 by 100; `id` makes its parts unique in the page. */
export function crestMarkup(name: string, id: string): string {
  let seed = 7;
  for (const sign of name) seed = (seed * 31 + sign.codePointAt(0)!) & 0x3fffffff;
  const next = stream(seed);
  next();
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length) % from.length]!;
  const first = pick(FIELDS);
  const second = pick(FIELDS.filter((one) => one !== first));
  const division = pick(DIVISIONS);
  const drawn = emblem("classic", pick(EMBLEMS))!;
  return (
    `<clipPath id="${id}"><path d="${SHIELD}"/></clipPath><g clip-path="url(#${id})">` +
    `<path d="${SHIELD}" fill="${first}"/><path d="${division}" fill="${second}"/>` +
    `<path d="${SHIELD}" fill="url(#ff-light)"/></g>` +
    `<path d="${SHIELD}" fill="none" stroke="#c9a35b" stroke-width="5" stroke-linejoin="round"/>` +
    `<g transform="translate(50 48) scale(.98)" stroke-linecap="round" stroke-linejoin="round">` +
    (drawn.line ? `<path d="${drawn.line}" fill="none" stroke="#fff8e8" stroke-width="5"/>` : "") +
    (drawn.solid ? `<path d="${drawn.solid}" fill="#fff8e8" fill-rule="evenodd"/>` : "") +
    `</g>`
  );
}
