/** The endpoints of notices. */

import { call } from "../lib/api";
import type { AddressConfirmed, NewAddress, NewPushDevice, NoticeKind, NoticeSettings } from "../wire";

const q = encodeURIComponent;

export const noticesApi = {
  settings: () => call<NoticeSettings>("GET", "/me/notices"),
  choose: (kinds: readonly NoticeKind[]) => call<NoticeSettings>("PUT", "/me/notices", { kinds }),
  addDevice: (device: NewPushDevice) => call<NoticeSettings>("PUT", "/me/notices/devices", device),
  removeDevice: (id: string) => call<void>("DELETE", `/me/notices/devices/${q(id)}`),
  giveAddress: (address: NewAddress) => call<NoticeSettings>("PUT", "/me/notices/address", address),
  removeAddress: () => call<void>("DELETE", "/me/notices/address"),
  confirm: (token: string) => call<AddressConfirmed>("POST", "/notices/confirm", { token }),
  stop: (token: string) => call<void>("POST", `/notices/stop?token=${q(token)}`),
};
