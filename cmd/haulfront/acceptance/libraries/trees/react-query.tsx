import { HydrationBoundary, QueryClient, QueryClientProvider, dehydrate, useMutation } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

const loaded = new QueryClient();
loaded.setQueryData(["prices"], [79, 80], { updatedAt: 1_700_000_000_000 });
const state = dehydrate(loaded);

function Prices() {
  const [count, setCount] = useState(0);
  const prices = useQuery({ queryKey: ["prices"], queryFn: () => [1], staleTime: Infinity });
  const later = useQuery({ queryKey: ["later"], queryFn: () => "here", enabled: count > 0 });
  const book = useMutation({ mutationFn: (n: number) => Promise.resolve(n) });
  return (
    <>
      <ul>{prices.data?.map((price) => <li key={price}>${price}</li>)}</ul>
      <p>
        {later.status} {later.data} {book.status}
      </p>
      <button onClick={() => setCount(count + 1)}>load</button>
    </>
  );
}

export function Tree() {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={state}>
        <Prices />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}
