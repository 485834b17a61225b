import { create } from "zustand";
import { combine, createJSONStorage, devtools, persist } from "zustand/middleware";
import { useShallow } from "zustand/react/shallow";

interface Cart {
  items: Record<string, number>;
  add: (item: string) => void;
}
const useCart = create<Cart>()(
  persist(
    (set) => ({
      items: { sofa: 1 },
      add: (item) => set(({ items }) => ({ items: { ...items, [item]: (items[item] ?? 0) + 1 } })),
    }),
    { name: "cart", skipHydration: true, storage: createJSONStorage(() => sessionStorage) },
  ),
);
const useTruck = create(
  devtools(combine({ full: false }, (set) => ({ fill: () => set({ full: true }) })), { enabled: false }),
);

export function Tree() {
  const [items, add] = useCart(useShallow((cart) => [cart.items, cart.add] as const));
  const { full, fill } = useTruck();
  return (
    <section data-full={full}>
      <ul>
        {Object.entries(items).map(([item, count]) => (
          <li key={item}>
            {count} × {item}
          </li>
        ))}
      </ul>
      <button
        onClick={() => {
          add("bed");
          fill();
        }}
      >
        add a bed
      </button>
    </section>
  );
}
