import { useEffect, useRef, useState, type FormEvent } from "react";
import type { AreaAnswer, EstimateGroup, EstimateItem, EstimatorIsland } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { askArea, isZIP } from "./area";
import { estimate } from "./estimate";
import "../../ui/Button/Button.css";
import "./Estimator.css";

/** Delay in milliseconds before the URL changes: browsers limit the rate of history changes. */
const settle = 300;

/**
 * The estimator. Without scripts it is a form whose response is this page with the answer; hydrated, it computes the
 * same answer on each input. Its inputs are uncontrolled, so that text typed before hydration survives.
 */
export function Estimator(props: EstimatorIsland) {
  const { labels, tool, loads, groups, trucks, areaAsk, load, values, action } = props;
  const [answer, setAnswer] = useState(props.answer);
  const [area, setArea] = useState<AreaAnswer>(props.area);
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLElement>(null);
  const timer = useRef(0);
  const filled = useRef<Record<string, string>>({
    zipCode: props.values["zip"] ?? "",
    serviceType: props.answer.serviceType,
  });

  // The form below has what the estimator knows, unless the visitor has entered something else there.
  const fill = (name: string, value: string) => {
    const field = document.getElementById(`contact-form-${name}`) as HTMLInputElement | HTMLSelectElement | null;
    if (!field || (field.value && field.value !== filled.current[name])) return;
    field.value = filled.current[name] = value;
  };

  const update = () => {
    const data = new FormData(form.current!);
    const typed: Record<string, string> = {};
    for (const [name, value] of data) typed[name] = String(value);
    const next = estimate(props, typed["load"] ?? "", typed);
    setAnswer(next);
    window.estimate = next;
    dispatchEvent(new Event("estimate"));
    const zip = typed["zip"] ?? "";
    fill("zipCode", zip.trim());
    fill("serviceType", next.serviceType);
    if (isZIP(zip)) askArea(zip).then((found) => control("zip")!.value === zip && setArea(found ?? nowhere));
    else setArea(nowhere);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const query = [next.query, zip.trim() && `zip=${encodeURIComponent(zip.trim())}`].filter(Boolean).join("&");
      history.replaceState(history.state, "", location.pathname + (query && `?${query}`) + location.hash);
    }, settle);
    return next;
  };

  const control = (name: string) => form.current!.elements.namedItem(name) as (HTMLInputElement & RadioNodeList) | null;

  // A browser may restore earlier input, and an exported page is the same for all queries.
  useEffect(() => {
    let changed = false;
    for (const [name, value] of new URLSearchParams(location.search)) {
      const input = control(name);
      if (input && !input.value) changed = Boolean((input.value = value));
    }
    for (const input of form.current!.querySelectorAll("input")) {
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
    for (const input of form.current!.querySelectorAll("input")) {
      if (input.type === "radio") input.checked = input.value === "";
      else input.value = "";
    }
    update();
  };

  const truck = trucks[answer.scene]!;
  const priced = answer.kind !== "empty";
  return (
    <div className="Estimator" data-kind={answer.kind}>
      <form
        ref={form}
        className="Estimator-form"
        method="get"
        action={`${action}#estimate-answer`}
        onSubmit={submit}
        onInput={update}
        noValidate
        {...tool}
        toolautosubmit=""
      >
        <fieldset className="Estimator-loads">
          <legend className="Estimator-legend">{labels.loadsTitle}</legend>
          <p className="Estimator-hint">{labels.loadsLead}</p>
          <div className="Estimator-choices">
            {loads.map(({ key, name, price, scene, about }) => (
              <label className="Estimator-load" key={key}>
                <input className="Estimator-choice" type="radio" name="load" value={key} defaultChecked={load === key} />
                <img src={trucks[scene]!.src} alt="" width={trucks[scene]!.width} height={trucks[scene]!.height} />
                <span className="Estimator-loadName">{name}</span>
                <span className="Estimator-loadPrice">{price.text}</span>
                <span className="Estimator-note">{about}</span>
              </label>
            ))}
            <label className="Estimator-load Estimator-noLoad">
              <input className="Estimator-choice" type="radio" name="load" value="" defaultChecked={load === ""} />
              {labels.noLoad}
            </label>
          </div>
        </fieldset>
        <h2 className="Estimator-legend">{labels.itemsTitle}</h2>
        <div className="Estimator-groups">
          {groups.map((group) => (
            <Group key={group.title} group={group} values={values} labels={labels} step={step} />
          ))}
          <div className="Estimator-zip">
            <label className="Estimator-legend" htmlFor="estimate-zip">
              {areaAsk.title}
            </label>
            <p className="Estimator-hint" id="estimate-zip-hint">
              {labels.zipHint}
            </p>
            <input
              className="Estimator-zipInput"
              id="estimate-zip"
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
        <button type="submit" className="Button Estimator-submit" data-tone="clay">
          {labels.submit}
        </button>
      </form>
      <p className="Estimator-bar">
        <span className="Estimator-barTotal">{answer.total}</span>
        <a className="Button" data-tone="clay" href={priced ? "#contact" : "#estimate-answer"}>
          {priced ? labels.ask : labels.answer}
        </a>
      </p>
      <section
        className="Estimator-answer"
        id="estimate-answer"
        ref={result}
        tabIndex={-1}
        aria-labelledby="estimate-title"
      >
        <img className="Estimator-truck" src={truck.src} alt={truck.alt} width={truck.width} height={truck.height} />
        <svg
          className="Estimator-tape"
          viewBox="0 0 100 4"
          preserveAspectRatio="none"
          role="img"
          aria-label={labels.fill.replace("[percent]", answer.percent)}
        >
          <rect className="Estimator-tapeAll" width="100" height="4" />
          <rect className="Estimator-tapeFull" width={answer.percent} height="4" />
          <path className="Estimator-tapeMarks" d="M25 0v4M50 0v4M75 0v4" />
        </svg>
        <div className="Estimator-sum" aria-live="polite">
          <h2 className="Estimator-title" id="estimate-title">
            {labels.answer}
          </h2>
          <p className="Estimator-total">{answer.total}</p>
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
                  {line.note && <span className="Estimator-note">{line.note}</span>}
                </li>
              ))}
            </ul>
          )}
          <p className="Estimator-text">
            {noWrap({ empty: labels.emptyText, range: labels.rangeText, onSite: labels.callText }[answer.kind])}
          </p>
        </div>
        {priced && (
          <p className="Estimator-ways">
            <a className="Button" data-tone="clay" href="#contact">
              {labels.ask}
            </a>
            <a
              className="Estimator-clear"
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
  step: (key: string, by: number) => void;
}

function Group({ group: { title, picture, items }, values, labels, step }: GroupProps) {
  return (
    <fieldset className="Estimator-group">
      <legend className="Estimator-groupTitle">
        <img src={picture.src} alt="" width={picture.width} height={picture.height} loading="lazy" decoding="async" />
        {title}
      </legend>
      {items.map((item) => (
        <div className="Estimator-item" key={item.key}>
          <label className="Estimator-label" htmlFor={`estimate-${item.key}`}>
            {capitalize(item.label)}
            {price(item, labels.onSite) && (
              <span className="Estimator-note Estimator-own">{price(item, labels.onSite)}</span>
            )}
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
        </div>
      ))}
    </fieldset>
  );
}

/** The price of an item, if it does not depend on how full the truck gets. */
const price = (item: EstimateItem, onSite: string): string | undefined => (item.onSite ? onSite : item.price?.text);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
