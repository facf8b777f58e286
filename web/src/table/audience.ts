/** Who hears what. */

/** Whether a seat hears an event: -1 stands for onlookers, -2 for everything open. */
export function hears(event: { readonly type: string; readonly to?: readonly number[] | null }, seat: number): boolean {
  return seat === -2 || event.to === undefined || event.to === null || event.to.includes(seat);
}
