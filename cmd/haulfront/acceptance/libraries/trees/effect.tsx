import { Effect, Exit, Option, Schema, pipe } from "effect";
import { useState } from "react";

const Load = Schema.Struct({ city: Schema.String, yards: Schema.Number });
const decode = Schema.decodeUnknownExit(Load);

export function Tree() {
  const [count, setCount] = useState(1);
  const sum = Effect.gen(function* () {
    const a = yield* Effect.succeed(count);
    const b = yield* Effect.sync(() => 2);
    return a + b;
  });
  const failing = pipe(Effect.fail("no truck"), Effect.catch((why) => Effect.succeed(`instead: ${why}`)));
  const good = decode({ city: "Plano", yards: 12.5 });
  const bad = decode({ city: "Plano", yards: "many" });
  return (
    <section>
      <p>{Effect.runSync(sum)} {Effect.runSync(failing)}</p>
      <p>{Exit.isSuccess(good) ? JSON.stringify(good.value) : "not a load"}</p>
      <pre>{Exit.isFailure(bad) ? String(bad.cause) : "a load"}</pre>
      <p>{pipe(Option.some(3), Option.map((n) => n * 2), Option.getOrElse(() => 0))}</p>
      <button onClick={() => setCount(5)}>more</button>
    </section>
  );
}
