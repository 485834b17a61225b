import { useRef, useState, useSyncExternalStore, type MouseEvent, type ReactNode } from "react";
import type { LoadPicker as LoadPickerProps } from "../../props.gen";
import { noWrap } from "../../ui/NoWrap/NoWrap";
import { estimate } from "../Estimator/estimate";
import { Tape } from "../Tape/Tape";
import { useForms } from "../Estimator/useForms";
import "../../ui/Button/Button.css";
import "./LoadPicker.late.css";

interface Props extends LoadPickerProps {
  children: ReactNode;
}

/**
 * The truck that fills as visitors tap what they have, with the price of it: the estimator's first things. Until it is
 * hydrated, the things are links to the estimator, with the children in the place of the price.
 */
export function LoadPicker({ children, ...props }: Props) {
  const { title, more, labels, loads, fills, groups, trucks, emptyScene, action } = props;
  const hydrated = useSyncExternalStore(never, () => true, () => false);
  const [counts, setCounts] = useState<Record<string, number>>({});
  const picture = useRef<HTMLDivElement>(null);
  const inform = useForms({ serviceType: "" });
  const heading = (
    <h3 className="LoadPicker-title" id="load-picker-title">
      {title}
    </h3>
  );
  const items = groups.flatMap((group) => group.items);
  if (!hydrated) {
    const { src, width, height } = trucks[emptyScene]!;
    return (
      <div className="LoadPicker">
        {heading}
        <div className="LoadPicker-picture">
          <img className="LoadPicker-truck" data-loaded={true} alt="" loading="lazy" {...{ src, width, height }} />
        </div>
        <p>{children}</p>
        <p className="LoadPicker-things">
          {items.map(({ key, label }) => (
            <a className="LoadPicker-add" key={key} href={`${action}?${key}=1`}>
              {capitalize(label)}
            </a>
          ))}
        </p>
      </div>
    );
  }

  const answerTo = (picked: typeof counts) =>
    estimate(props, "", Object.fromEntries(Object.entries(picked).map(([key, n]) => [key, String(n)])));
  const pick = (picked: typeof counts) => {
    setCounts(picked);
    const answer = answerTo(picked);
    inform(answer, { serviceType: answer.serviceType });
  };
  const add = (key: string, most: number) => ({ currentTarget }: MouseEvent) => {
    if (!matchMedia("(prefers-reduced-motion)").matches) load(currentTarget.querySelector("img")!, picture.current!);
    pick({ ...counts, [key]: Math.min(most, (counts[key] ?? 0) + 1) });
  };
  const remove = (key: string) => ({ currentTarget }: MouseEvent) => {
    if (counts[key] === 1) (currentTarget.previousElementSibling as HTMLElement).focus(); // the button goes
    pick({ ...counts, [key]: counts[key]! - 1 });
  };

  const answer = answerTo(counts);
  const full = [{ share: 0, scene: emptyScene }, ...loads, ...fills].sort((a, b) => a.share - b.share);
  const stage = full.findIndex(({ scene }) => scene === answer.scene);
  const priced = answer.kind !== "empty";
  return (
    <div className="LoadPicker">
      {heading}
      <div className="LoadPicker-picture" ref={picture}>
        {full.map(({ scene }, i) => {
          const { src, alt, width, height } = trucks[scene]!;
          return (
            <img
              className="LoadPicker-truck"
              key={scene}
              data-loaded={i <= stage}
              alt={i === stage ? alt : ""}
              {...{ src, width, height }}
            />
          );
        })}
      </div>
      <div className="LoadPicker-sum" aria-live="polite">
        {priced ? (
          <>
            <p className="LoadPicker-total figure">{noWrap(answer.total)}</p>
            <p className="LoadPicker-part note">
              {(answer.kind === "onSite" && answer.lines[0]!.note) || labels.fill.replace("[part]", answer.part)}
            </p>
          </>
        ) : (
          <p className="LoadPicker-part">{labels.empty}</p>
        )}
      </div>
      <div className="LoadPicker-tape">
        <Tape answer={answer} labels={labels} />
      </div>
      <ul className="LoadPicker-things" aria-labelledby="load-picker-title">
        {items.map(({ key, label, most, picture: { src, width, height } = trucks[emptyScene]! }) => (
            <li className="LoadPicker-thing" key={key} data-picked={Boolean(counts[key])}>
              <button type="button" className="LoadPicker-add" onClick={add(key, most)}>
                <img className="LoadPicker-image" alt="" {...{ src, width, height }} />
                <span className="visually-hidden">{labels.more.replace("[thing]", label)}</span>
                <span aria-hidden="true">{capitalize(label)}</span>
                {counts[key] ? <span className="LoadPicker-count figure">{counts[key]}</span> : null}
              </button>
              {counts[key] ? (
                <button
                  type="button"
                  className="LoadPicker-remove"
                  aria-label={labels.fewer.replace("[thing]", label)}
                  onClick={remove(key)}
                >
                  −
                </button>
              ) : null}
            </li>
          ))}
      </ul>
      {priced && (
        <p className="LoadPicker-ways">
          <a className="Button" data-tone="clay" href="#contact">
            {labels.ask}
          </a>
          <a className="LoadPicker-more target underlined" href={`${action}?${answer.query}`}>
            {more}
          </a>
        </p>
      )}
    </div>
  );
}

const never = () => () => {};

/** Moves the picture of a thing to the truck, which gives way under it. */
function load(thing: HTMLElement, truck: HTMLElement): void {
  const [from, to] = [thing, truck].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }) as [DOMPoint, DOMPoint];
  const there = `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
  thing.animate([{ transform: "none" }, { transform: there, opacity: 0.4 }], { duration: 250, easing: "ease-in" });
  truck.animate([{ transform: "none" }, { transform: "translateY(4px)" }, { transform: "none" }], {
    duration: 200,
    delay: 200,
  });
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
