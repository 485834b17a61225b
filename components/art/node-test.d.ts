/** The few Node names used by these tests; nothing else here needs Node's types. */
declare module "node:test" {
  export default function test(name: string, run: () => void): void;
}

declare module "node:assert/strict" {
  interface Assert {
    (value: unknown, message?: string): void;
    equal(actual: unknown, expected: unknown, message?: string): void;
    notEqual(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(value: string, pattern: RegExp, message?: string): void;
    doesNotMatch(value: string, pattern: RegExp, message?: string): void;
  }
  const assert: Assert;
  export default assert;
}

declare module "node:zlib" {
  export function brotliCompressSync(text: string): { readonly length: number };
}
