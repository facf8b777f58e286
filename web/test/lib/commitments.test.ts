import { createHash, randomBytes, webcrypto } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { verify } from "../../src/lib/commitments";

beforeAll(() => {
  if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, "crypto", { value: webcrypto });
});

describe("what was promised at the start", () => {
  const nonce = randomBytes(32);
  const content = "a1=flag b1=bomb";
  const hash = createHash("sha256").update(nonce).update(content).digest("hex");
  const whole = { what: "setup-0" as const, hash, nonce: nonce.toString("hex"), content };
  it("fits what was opened", async () => expect(await verify(whole)).toBe("right"));
  it("does not fit anything else", async () => {
    expect(await verify({ ...whole, content: "a1=bomb b1=flag" })).toBe("wrong");
    expect(await verify({ ...whole, nonce: "00" })).toBe("wrong");
    expect(await verify({ ...whole, nonce: "zz".repeat(32) })).toBe("wrong");
  });
  it("is closed until it is opened", async () => expect(await verify({ what: "seed", hash })).toBe("closed"));
});
