import type {
  Amount,
  EstimateAnswer,
  EstimateItem,
  EstimateLabels,
  EstimateLine,
  EstimateLoad,
  Prices,
} from "../../props.gen";

// The program runs this, too, for pages, requests and mails, see Site.Estimate in cmd/haulfront/internal/site/. Amounts
// and shares of the truck are integers.

/** The estimate for a load and the counts that were typed for each item. */
export function estimate(props: Prices, loadKey: string, values: Record<string, string>): EstimateAnswer {
  const { labels, loads, fills } = props;
  const load = loads.find(({ key }) => key === loadKey);
  const query = load ? [`load=${load.key}`] : [];
  const [names, notices, jobs, lines]: [string[], string[], EstimateLine[], EstimateLine[]] = [[], [], [], []];
  const types = new Set<string>();
  let [pieces, share, onSite, tooMany] = [0, 0, false, false];
  let single: EstimateItem | undefined;
  const alones: Amount[] = []; // of each piece that has a price of its own
  let total: Amount = none;

  for (const item of props.groups.flatMap(({ items }) => items)) {
    const typed = count(item, values[item.key] ?? "", labels, notices);
    const n = Math.min(typed, item.most);
    if (n === 0) continue;
    query.push(`${item.key}=${n}`);
    types.add(item.serviceType ?? "");
    for (const { name } of item.questions ?? []) if (values[name]) query.push(`${name}=${values[name]}`);
    const label = `${n} ${n === 1 ? item.label : item.plural}`;
    if (item.share) {
      pieces += n;
      share += n * item.share;
      single = item;
      for (let i = 0; item.alone && i < n; i++) alones.push(item.alone);
      names.push(label);
      tooMany ||= typed > n;
    } else if (item.price && typed === n) {
      const sum = times(narrow(item, item.price, values), n);
      total = add(total, sum);
      jobs.push({ label, note: item.note ?? "", price: text(sum) });
    } else {
      onSite = true;
      jobs.push({ label, note: item.note ?? "", price: labels.onSite });
    }
  }

  const things = names.join(", ");
  const truck = (label: string, note: string, sum: Amount): void => {
    total = add(total, sum);
    lines.push({ label, note, price: text(sum) });
  };
  if (tooMany) {
    onSite = true;
    lines.push({ label: things, note: "", price: labels.onSite });
  } else if (load && share <= load.share) {
    share = load.share;
    truck(load.name, pieces > 0 ? labels.withLoad.replace("[things]", things) : load.about, load.price);
  } else if (!load && pieces === 1 && (single!.alone || jobs.length === 0)) {
    truck(things, labels.alone, single!.alone ?? loads[0]!.price); // a single item is the smallest load
  } else if (pieces > 0) {
    const above = loads.findIndex((load, i) => i > 0 && share <= mostOf(load, loads));
    if (above < 0) {
      onSite = true;
      lines.push({ label: things, note: labels.overfull, price: labels.onSite });
    } else {
      const high = loads[above]!;
      const low = isFull(share, high) ? high : loads[above - 1]!;
      // Pieces that all have a price of their own never cost more than these; any never cost less than the dearest two.
      const [first = none, second = none] = alones.sort((a, b) => b.low - a.low || b.high - a.high);
      const [two, all] = [add(first, second), alones.reduce(add, none)];
      const own = alones.length === pieces && (pieces === 2 || !all.from);
      truck(things, between(labels, share, low, high), {
        ...none,
        low: Math.max(own ? Math.min(low.price.low, all.low) : low.price.low, first.low, Math.min(two.low, high.price.low)),
        high: own ? Math.min(all.high, high.price.high) : Math.max(high.price.high, first.high),
        plus: own ? all.from : high.price.plus,
      });
    }
  }
  lines.push(...jobs);

  const open = (total.plus || total.from) && total.high <= total.low;
  const kind = lines.length === 0 ? "empty" : onSite ? "onSite" : "range";
  return {
    kind,
    total: {
      range: open
        ? labels.from.replace("[price]", () => dollars(total.low))
        : labels.about.replace("[price]", () => text(total, true)),
      empty: labels.empty,
      onSite: labels.call,
    }[kind],
    lines,
    scene: share > 0 ? nearest([...loads, ...fills], share, (truck) => truck.share).scene : props.emptyScene,
    percent: String(percent(share)),
    part: part(labels, share),
    query: query.join("&"),
    serviceType: types.size === 1 ? [...types][0]! : "",
    notices,
    low: kind === "range" ? total.low : 0,
    high: kind !== "range" || total.from || total.plus ? 0 : Math.max(total.low, total.high),
  };
}

const none: Amount = { low: 0, high: 0, plus: false, from: false, text: "" };

/** The part of an item's price that the answers to its questions leave; all of it if they contradict each other. */
function narrow({ questions = [] }: EstimateItem, price: Amount, values: Record<string, string>): Amount {
  let { low, high } = price;
  for (const { name, options } of questions) {
    const answer = options.find(({ key }) => key === values[name]);
    low = Math.max(low, answer?.low ?? 0);
    high = Math.min(high, answer?.high ?? high);
  }
  return low < high ? { ...price, low, high } : price;
}

const times = (price: Amount, n: number): Amount => ({ ...price, low: n * price.low, high: n * price.high });

const add = (a: Amount, b: Amount): Amount => ({
  low: a.low + b.low,
  high: a.high + b.high,
  plus: a.plus || b.plus,
  from: a.from || b.from,
  text: "",
});

function text({ low, high, plus, from }: Amount, open = false): string {
  if (from && !open) return `from ${dollars(low)}`;
  return (high > low ? `${dollars(low)}–${dollars(high)}` : dollars(low)) + (plus || from ? "+" : "");
}

// Not toLocaleString: goja lacks it.
const dollars = (amount: number): string => `$${String(amount).replace(/\B(?=(\d{3})+$)/g, ",")}`;

function count(item: EstimateItem, typed: string, labels: EstimateLabels, notices: string[]): number {
  if (!typed.replace(/ /g, "")) return 0;
  const n = /^ *([0-9]+) *$/.exec(typed)?.[1];
  if (n === undefined) notices.push(labels.unreadable.split("[things]").join(item.plural));
  else if (Number(n) > item.most)
    notices.push(labels.tooMany.replace("[most]", String(item.most)).split("[things]").join(item.plural));
  return Number(n ?? 0);
}

const percent = (share: number): number =>
  share === 0 ? 0 : Math.min(100, Math.max(1, Math.floor((share + 5) / 10)));

const part = ({ parts }: EstimateLabels, share: number): string =>
  nearest(parts, percent(share), (part) => part.percent).text;

/** Whether things fill a load, but for gaps: its price is theirs, and no lower one. */
const isFull = (share: number, load: EstimateLoad): boolean => share * 10 >= load.share * 9;

/** Returns the largest share that is priced as a load. Only the full one allows nothing above its own share. */
const mostOf = (load: EstimateLoad, loads: EstimateLoad[]): number =>
  load === loads[loads.length - 1] ? load.share : load.share * 1.1;

function between(labels: EstimateLabels, share: number, low: EstimateLoad, high: EstimateLoad): string {
  const places: Record<string, string> = {
    part: part(labels, share),
    percent: String(percent(share)),
    low: low.name,
    lowPrice: low.price.text,
    high: high.name,
    highPrice: high.price.text,
  };
  return (low === high ? labels.fills : labels.between).replace(/\[(\w+)\]/g, (place, name: string) => places[name] ?? place);
}

function nearest<T>(list: T[], n: number, measure: (element: T) => number): T {
  const distance = (element: T): number => Math.abs(measure(element) - n);
  return list.reduce((best, element) => (distance(element) < distance(best) ? element : best));
}
