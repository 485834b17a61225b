import { atom, Provider, useAtom, useAtomValue, useSetAtom } from "jotai";
import { atomWithReducer, selectAtom, useHydrateAtoms } from "jotai/utils";

const items = atom<Record<string, number>>({});
const total = atom((get) => Object.values(get(items)).reduce((sum, n) => sum + n, 0));
const add = atom(null, (get, set, item: string) => set(items, { ...get(items), [item]: (get(items)[item] ?? 0) + 1 }));
const sofas = selectAtom(items, (all) => all["sofa"] ?? 0);
const steps = atomWithReducer(3, (n: number, by: number) => n + by);

function Cart() {
  useHydrateAtoms([[items, { sofa: 2 }]]);
  const [all] = useAtom(items);
  const [step, move] = useAtom(steps);
  const more = useSetAtom(add);
  return (
    <section data-step={step}>
      <p>
        {useAtomValue(total)} in all, {useAtomValue(sofas)} sofas
      </p>
      <ul>
        {Object.keys(all).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <button
        onClick={() => {
          more("bed");
          move(1);
        }}
      >
        add a bed
      </button>
    </section>
  );
}

export function Tree() {
  return (
    <Provider>
      <Cart />
    </Provider>
  );
}
