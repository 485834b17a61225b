import { useEffect, useRef, useState, type FormEvent } from "react";
import type { AreaAnswer, EstimateGroup, EstimateItem, EstimatorIsland } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { askArea, isZIP } from "./area";
import { estimate } from "./estimate";
import { Tape } from "../Tape/Tape";
import { useForms } from "./useForms";
import "../../ui/Button/Button.css";
import "../../ui/Fold/Fold.css";
import "./Estimator.css";

/** Delay in milliseconds before the URL changes: browsers limit the rate of history changes. */
const settle = 300;

/**
 * The estimator. Without scripts it is a form whose response is this page with the answer; hydrated, it computes the
 * same answer on each input. Its inputs are uncontrolled, so that text typed before hydration survives.
 */
export function Estimator(props: EstimatorIsland) {
  const { labels, tool, loads, groups, trucks, areaAsk, load, values, action } = props;
  const [answer, setAnswer] = useState(() => estimate(props, load, values));
  const [area, setArea] = useState<AreaAnswer>(props.area);
  const [find, setFind] = useState(props.find);
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLElement>(null);
  const timer = useRef(0);
  const inform = useForms({ zipCode: props.values["zip"] ?? "", serviceType: answer.serviceType });

  const update = () => {
    const data = new FormData(form.current!);
    const typed: Record<string, string> = {};
    for (const [name, value] of data) typed[name] = String(value);
    const next = estimate(props, typed["load"] ?? "", typed);
    setAnswer(next);
    setFind(typed["find"] ?? "");
    const zip = typed["zip"] ?? "";
    inform(next, { zipCode: zip.trim(), serviceType: next.serviceType });
    if (isZIP(zip)) askArea(zip).then((found) => control("zip")!.value === zip && setArea(found ?? nowhere));
    else setArea(nowhere);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const query = [next.query, zip.trim() && `zip=${encodeURIComponent(zip.trim())}`].filter(Boolean).join("&");
      history.replaceState(history.state, "", location.pathname + (query && `?${query}`) + location.hash);
    }, settle);
    return next;
  };

  const inputs = () => Array.from(form.current!.elements).filter((e) => e instanceof HTMLInputElement);
  const control = (name: string) => form.current!.elements.namedItem(name) as (HTMLInputElement & RadioNodeList) | null;

  // A browser may restore earlier input, and an exported page is the same for all queries.
  useEffect(() => {
    let changed = false;
    for (const [name, value] of new URLSearchParams(location.search)) {
      const input = control(name);
      if (input && !input.value) changed = Boolean((input.value = value));
    }
    for (const input of inputs()) {
      changed ||= input.type === "radio" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue;
    }
    if (changed) update();
    // oxlint-disable-next-line react/exhaustive-deps -- once, after hydration
  }, []);

  const step = (key: string, by: number) => {
    const input = control(key)!;
    const n = Math.min(Math.max(0, (Number(input.value) || 0) + by), Number(input.max));
    input.value = n === 0 ? "" : String(n);
    update();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { total, lines, notices } = update();
    if (document.activeElement === control("find")) return; // the list is filtered already
    result.current!.focus();
    result.current!.scrollIntoView({ block: "start" });
    const native = event.nativeEvent as SubmitEvent;
    if (native.agentInvoked)
      native.respondWith?.(
        Promise.resolve([total, ...lines.map(({ label, price }) => `${label}: ${price}`), ...notices].join("\n")),
      );
  };

  // Without scripts the link reloads the page.
  const clear = () => {
    for (const input of inputs()) {
      if (input.type === "radio") input.checked = input.value === "";
      else input.value = "";
    }
    update();
  };

  // Those that came with the page stand first, in the first screen of phones.
  const came = ({ items }: EstimateGroup) => items.some(({ key }) => values[key]);
  const ordered = [...groups.filter(came), ...groups.filter((group) => !came(group))];
  const chosen = Object.fromEntries(answer.query.split("&").map((part) => part.split("=") as [string, string]));
  const truck = trucks[answer.scene]!;
  const priced = answer.kind !== "empty";
  return (
    <div className="Estimator" data-kind={answer.kind} onInput={update}>
      <form
        ref={form}
        className="Estimator-form"
        id="estimate-form"
        method="get"
        action={`${action}#estimate-answer`}
        onSubmit={submit}
        noValidate
        {...tool}
        toolautosubmit=""
      >
        <div className="Estimator-group">
          <details className="Fold" open={load !== "" || !groups.some(came)} suppressHydrationWarning>
            <summary className="Fold-summary">{labels.loadsTitle}</summary>
          </details>
          <fieldset aria-label={labels.loadsTitle}>
            <legend className="Estimator-groupTitle">{labels.loadsTitle}</legend>
            <div className="Estimator-choices">
              {loads.map(({ key, name, price, scene }) => (
                <label className="Estimator-load" key={key}>
                  <input
                    className="Estimator-choice"
                    type="radio"
                    name="load"
                    value={key}
                    defaultChecked={load === key}
                  />
                  <img src={trucks[scene]!.src} alt="" width={trucks[scene]!.width} height={trucks[scene]!.height} />
                  <span className="Estimator-loadName">{name}</span>
                  <span className="Estimator-loadPrice figure">{price.text}</span>
                </label>
              ))}
              {chosen["load"] && (
                <label className="Estimator-load Estimator-noLoad">
                  <input className="Estimator-choice" type="radio" name="load" value="" />
                  {labels.noLoad}
                </label>
              )}
            </div>
          </fieldset>
        </div>
        <h2 className="Estimator-legend figure">{labels.itemsTitle}</h2>
        <div className="Estimator-find" id="estimate-find">
          <label className="visually-hidden" htmlFor="estimate-find-text">
            {labels.find}
          </label>
          <input
            className="Estimator-input"
            id="estimate-find-text"
            name="find"
            type="search"
            maxLength={20}
            placeholder={`${labels.find}: ${labels.findHint}`}
            autoComplete="off"
            defaultValue={props.find}
          />
          <button
            type="submit"
            className="Button Estimator-search"
            data-tone="plain"
            formAction={`${action}#estimate-find`}
          >
            {labels.search}
          </button>
        </div>
        {find.trim() && !groups.some((group) => group.items.some((item) => matches(group, item, find))) && (
          <p className="Estimator-hint note">{noWrap(labels.findNone)}</p>
        )}
        <div className="Estimator-groups">
          {ordered.map((group) => (
            <Group key={group.title} open={came(group)} {...{ group, values, labels, chosen, find, step }} />
          ))}
        </div>
        <button type="submit" className="Button Estimator-submit" data-tone="clay">
          {labels.submit}
        </button>
      </form>
      <p className="Estimator-bar">
        <span>
          <span className="Estimator-barTotal figure">{noWrap(answer.total)}</span>
          {priced && area.drive && <small className="Estimator-barDrive">{noWrap(area.drive)}</small>}
        </span>
        {priced && (
          <a className="Button Estimator-barQuote" data-tone="clay" href="#contact">
            {labels.ask}
          </a>
        )}
      </p>
      <div className="Estimator-side">
        <section
          className="Estimator-answer"
          id="estimate-answer"
          ref={result}
          tabIndex={-1}
          aria-labelledby="estimate-title"
        >
          {/* Jobs with a price of their own do not depend on the truck. */}
          {(answer.percent !== "0" || !priced) && (
            <>
              <img
                className="Estimator-truck"
                src={truck.src}
                alt={truck.alt}
                width={truck.width}
                height={truck.height}
              />
              <Tape answer={answer} labels={labels} />
            </>
          )}
          <div className="Estimator-sum" aria-live="polite">
            <h2 className="Estimator-title" id="estimate-title">
              {labels.answer}
            </h2>
            <p className="Estimator-total figure">{noWrap(answer.total)}</p>
            {answer.notices.map((notice, i) => (
              <p className="Estimator-notice" key={i}>
                {notice}
              </p>
            ))}
            {answer.lines.length > 0 && (
              <ul className="Estimator-lines">
                {answer.lines.map((line, i) => (
                  <li className="Estimator-line" key={i}>
                    <span>{line.label}</span>
                    <span className="Estimator-price">{line.price}</span>
                    {line.note && <span className="Estimator-note note">{line.note}</span>}
                  </li>
                ))}
              </ul>
            )}
            <p className="Estimator-text note">
              {noWrap({ empty: labels.emptyText, range: labels.rangeText, onSite: labels.callText }[answer.kind])}
            </p>
          </div>
          {priced && (
            <p className="Estimator-ways">
              <a className="Button" data-tone="clay" href="#contact">
                {labels.ask}
              </a>
              <a
                className="Estimator-clear target"
                href={action}
                onClick={(event) => {
                  event.preventDefault();
                  clear();
                }}
              >
                {labels.clear}
              </a>
            </p>
          )}
        </section>
        <div className="Estimator-zip">
          <label className="Estimator-legend figure" htmlFor="estimate-zip">
            {areaAsk.title}
          </label>
          <p className="Estimator-hint note" id="estimate-zip-hint">
            {labels.zipHint}
          </p>
          <input
            className="Estimator-input"
            id="estimate-zip"
            form="estimate-form"
            name="zip"
            type="text"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={20}
            placeholder={areaAsk.label}
            aria-describedby="estimate-zip-hint"
            defaultValue={values["zip"]}
          />
          <div aria-live="polite">{area.kind && <Area area={area} />}</div>
        </div>
      </div>
    </div>
  );
}

const nowhere: AreaAnswer = { kind: "", title: "", text: "", link: "", href: "" };

function Area({ area: { kind, title, text, link, href } }: { area: AreaAnswer }) {
  return (
    <div className="Estimator-area" data-area={kind}>
      <p className="Estimator-areaTitle">{title}</p>
      <p>
        {noWrap(text)} {link && <a href={href}>{link}</a>}
      </p>
    </div>
  );
}

interface GroupProps {
  group: EstimateGroup;
  values: EstimatorIsland["values"];
  labels: EstimatorIsland["labels"];
  /** The counts and answers, by their names in addresses. */
  chosen: Record<string, string>;
  find: string;
  step: (key: string, by: number) => void;
  open: boolean;
}

/** A group of items, which phones fold unless the page came with some of them. A search shows what matches, unfolded. */
function Group({ group, values, labels, chosen, find, step, open }: GroupProps) {
  const { title, picture, items } = group;
  const found = items.filter((item) => matches(group, item, find));
  const count = items.filter(({ key }) => chosen[key]).length;
  return (
    <div className="Estimator-group" data-found={Boolean(find.trim())} hidden={found.length === 0}>
      <details className="Fold" open={open} suppressHydrationWarning>
        <summary className="Fold-summary Estimator-fold">
          {title}
          {count > 0 && <span className="Estimator-note note">{labels.chosen.replace("[count]", String(count))}</span>}
        </summary>
      </details>
      <fieldset aria-label={title}>
        <legend className="Estimator-groupTitle">
          <img src={picture.src} alt="" width={picture.width} height={picture.height} loading="lazy" decoding="async" />
          {title}
        </legend>
        {items.map((item) => (
          <Item key={item.key} {...{ item, values, labels, chosen, step }} hidden={!found.includes(item)} />
        ))}
      </fieldset>
    </div>
  );
}

interface ItemProps extends Pick<GroupProps, "values" | "labels" | "chosen" | "step"> {
  item: EstimateItem;
  hidden: boolean;
}

function Item({ item, hidden, values, labels, chosen, step }: ItemProps) {
  const own = price(item, labels.onSite);
  return (
    <div className="Estimator-item" hidden={hidden}>
      <label className="Estimator-label" htmlFor={`estimate-${item.key}`}>
        {capitalize(item.label)}
        {own && <span className="Estimator-note note">{own}</span>}
      </label>
      <button
        type="button"
        className="Estimator-step"
        aria-label={labels.fewer.replace("[thing]", item.label)}
        onClick={() => step(item.key, -1)}
      >
        −
      </button>
      <input
        className="Estimator-count"
        id={`estimate-${item.key}`}
        name={item.key}
        type="number"
        inputMode="numeric"
        min={0}
        max={item.most}
        placeholder="0"
        autoComplete="off"
        defaultValue={values[item.key]}
      />
      <button
        type="button"
        className="Estimator-step"
        aria-label={labels.more.replace("[thing]", item.label)}
        onClick={() => step(item.key, 1)}
      >
        +
      </button>
      {item.questions && chosen[item.key] && (
        <div className="Estimator-questions">
          {item.questions.map(({ name, ask, options }) => (
            <label className="Estimator-question" key={name}>
              {ask}
              <select className="Estimator-input" id={`estimate-${name}`} name={name} defaultValue={chosen[name] ?? ""}>
                <option value="">{labels.unsure}</option>
                {options.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
    </div>
  );
}

/** Whether a search finds an item: by a part of its name, of another name, or of its group's. */
function matches({ title }: EstimateGroup, { label, plural, words = [] }: EstimateItem, find: string): boolean {
  const text = find.trim().toLowerCase();
  return [title, label, plural, ...words].some((name) => name.toLowerCase().includes(text));
}

/** The price of an item, if it does not depend on how full the truck gets. */
const price = (item: EstimateItem, onSite: string): string | undefined => (item.onSite ? onSite : item.price?.text);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
