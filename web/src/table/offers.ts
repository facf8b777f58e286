/** Legal actions that the server sends in few words. It only multiplies: what is legal the server has decided. */

import type { OfferedActions } from "../wire";

/** The actions of offers, in order: of each the last list runs fastest. An empty word leaves its field out. */
export function multiplied<A>(offers: readonly OfferedActions[]): A[] {
  const found: A[] = [];
  for (const { kind, fields } of offers) {
    let actions: Record<string, string | number>[] = [{ type: kind }];
    for (const [field, values] of Object.entries(fields))
      actions = actions.flatMap((action) =>
        values.map((value) => (value === "" ? { ...action } : { ...action, [field]: value })),
      );
    found.push(...(actions as A[]));
  }
  return found;
}
