import useSWR, { SWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";

const here = { name: "Plano", loads: [1, 2] };
const fetcher = (key: string) => Promise.resolve({ ...here, name: `here, by ${key}` });

function Town() {
  const { data, isLoading, mutate } = useSWR("/towns/plano", fetcher, { revalidateOnMount: false });
  const pages = useSWRInfinite((page) => (page === 0 ? "/loads" : null), fetcher, { revalidateOnMount: false });
  const other = useSWR("/towns/waco", fetcher, { revalidateOnMount: false });
  return (
    <section aria-busy={isLoading}>
      <p>
        {data?.name}: {data?.loads.join("+")}
      </p>
      <p>
        {pages.size} {String(other.data?.name)}
      </p>
      <button onClick={() => mutate(fetcher("mutate"), { revalidate: false })}>reload</button>
    </section>
  );
}

export function Tree() {
  return (
    <SWRConfig value={{ fallback: { "/towns/plano": here } }}>
      <Town />
    </SWRConfig>
  );
}
