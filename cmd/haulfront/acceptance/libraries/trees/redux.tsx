import { configureStore, createEntityAdapter, createSelector, createSlice, nanoid } from "@reduxjs/toolkit";
import { Provider, useDispatch, useSelector } from "react-redux";

const adapter = createEntityAdapter<{ id: string; count: number }>({ sortComparer: (a, b) => a.id.localeCompare(b.id) });
const cart = createSlice({
  name: "cart",
  initialState: adapter.getInitialState({ note: "" }, [{ id: "sofa", count: 2 }]),
  reducers: {
    added: {
      prepare: (id: string) => ({ payload: { id, count: 1 }, meta: { key: nanoid() } }),
      reducer: (state, { payload }: { payload: { id: string; count: number } }) => {
        adapter.upsertOne(state, payload);
        state.note = `added ${payload.id}`;
      },
    },
  },
});
type State = { cart: ReturnType<typeof cart.reducer> };
const all = adapter.getSelectors((state: State) => state.cart);
const total = createSelector([all.selectAll], (items) => items.reduce((sum, { count }) => sum + count, 0));
const store = configureStore({ reducer: { cart: cart.reducer } });

function Cart() {
  const items = useSelector(all.selectAll);
  const count = useSelector(total);
  const note = useSelector((state: State) => state.cart.note);
  const dispatch = useDispatch();
  return (
    <section title={note}>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            {item.count} × {item.id}
          </li>
        ))}
      </ul>
      <p>{count} in all</p>
      <button onClick={() => dispatch(cart.actions.added("bed"))}>add a bed</button>
    </section>
  );
}

export function Tree() {
  return (
    <Provider store={store}>
      <Cart />
    </Provider>
  );
}
