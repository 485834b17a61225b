import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SetStateAction,
} from "react";
import type { Category, Link, MenusIsland } from "../../props.gen";
import { headsFor, trail, type Trail } from "./aim";
import "./Menus.css";

type Name = "services" | "locations";

/** Which menu is open, and whether it stays open when the mouse leaves because it was clicked. */
interface Opened {
  name: Name | null;
  pinned: boolean;
}

// Delays in milliseconds: before a menu closes after the mouse has left it, before the other menu opens instead, and
// before a category under the mouse is shown; the last is longer while the mouse heads for the visible list.
const leaveDelay = 180;
const switchDelay = 120;
const categoryDelay = 110;
const aimDelay = 350;

/**
 * The header's two menus. They are disclosures: a button and a panel of links. Until the island is hydrated CSS opens
 * them under the mouse and the keyboard's focus; from then on the panel follows data-state alone.
 */
export function Menus({
  servicesLabel,
  locationsLabel,
  allLabel,
  allServices,
  allLocations,
  current,
  services,
  locations,
  callLabel,
  phone,
}: MenusIsland) {
  const [opened, setOpened] = useState<Opened>();
  const root = useRef<HTMLDivElement>(null);

  // A menu that CSS has opened stays open after hydration. No event comes between this and the rendering that follows, so
  // a mouse that leaves then is noticed.
  useLayoutEffect(() => {
    const menu = Array.from(root.current!.querySelectorAll<HTMLElement>("[data-menu]")).find(
      (menu) => menu.matches(":hover") || menu.querySelector(".Menus-panel :focus"),
    );
    setOpened({ name: (menu?.dataset["menu"] as Name | undefined) ?? null, pinned: false });
  }, []);

  useEffect(() => {
    if (!opened?.name) return;
    const outside = (event: Event) => {
      if (!root.current!.contains(event.target as Node)) setOpened({ name: null, pinned: false });
    };
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape") setOpened({ name: null, pinned: false });
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("keydown", escape);
    };
  }, [opened?.name]);

  const menu = (name: Name, label: string, all: Link, panel: ReactNode) => (
    <Menu name={name} label={label} current={current.startsWith(all.href)} opened={opened} setOpened={setOpened}>
      {panel}
    </Menu>
  );
  const overview = (all: Link) => (
    <li className="Menus-all">
      <PanelLink link={all} current={current} />
    </li>
  );
  return (
    <div className="Menus" ref={root}>
      {menu(
        "services",
        servicesLabel,
        allServices,
        <Services categories={services} allLabel={allLabel} current={current}>
          {overview(allServices)}
          <li className="Menus-call">
            <a className="Menus-link" href={phone.href}>
              {callLabel} {phone.label}
            </a>
          </li>
        </Services>,
      )}
      {menu(
        "locations",
        locationsLabel,
        allLocations,
        <ul className="Menus-locations">
          {locations.map((city) => (
            <li key={city.href}>
              <PanelLink link={city} current={current} />
            </li>
          ))}
          {overview(allLocations)}
        </ul>,
      )}
    </div>
  );
}

interface MenuProps {
  name: Name;
  label: string;
  /** The current page is one of those in the menu. */
  current: boolean;
  opened: Opened | undefined;
  setOpened: Dispatch<SetStateAction<Opened | undefined>>;
  children: ReactNode;
}

function Menu({ name, label, current, opened, setOpened, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = opened?.name === name;
  const panel = useId();

  // A click on a menu that was opened by hovering keeps it open; the next click closes it.
  const toggle = () => {
    clearTimeout(waiting.current);
    setOpened(open && opened.pinned ? { name: null, pinned: false } : { name, pinned: true });
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(waiting.current);
    if (open) return;
    const show = () => setOpened({ name, pinned: false });
    // The path from one menu's button into its panel may cross the other button.
    if (opened?.name) waiting.current = setTimeout(show, switchDelay);
    else show();
  };
  const leave = (event: PointerEvent) => {
    clearTimeout(waiting.current);
    if (event.pointerType !== "mouse" || !open || opened.pinned) return;
    // The other menu may have opened in the meantime; this closure would only see that after the next render.
    waiting.current = setTimeout(
      () => setOpened((now) => (now?.name === name ? { name: null, pinned: false } : now)),
      leaveDelay,
    );
  };
  const blur = (event: FocusEvent) => {
    if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget))
      setOpened({ name: null, pinned: false });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) button.current!.focus();
  };
  useEffect(() => () => clearTimeout(waiting.current), [open]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- watches the button and panel that it contains
    <div
      className="Menus-menu"
      data-menu={name}
      data-state={opened && (open ? "open" : "closed")}
      data-current={current || undefined}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onBlur={blur}
      onKeyDown={key}
    >
      <button
        ref={button}
        type="button"
        className="Menus-button target"
        aria-expanded={open}
        aria-controls={panel}
        onClick={toggle}
      >
        {label}
      </button>
      <div className="Menus-panel" id={panel}>
        {children}
      </div>
    </div>
  );
}

interface PanelLinkProps {
  link: Link & { price?: string };
  current: string;
}

function PanelLink({ link: { label, href, price }, current }: PanelLinkProps) {
  return (
    <a className="Menus-link" href={href} aria-current={href === current ? "page" : undefined}>
      {label}
      {price && <span className="Menus-price">{price}</span>}
    </a>
  );
}

interface ServicesProps {
  categories: Category[];
  allLabel: string;
  current: string;
  /** What follows the categories. */
  children: ReactNode;
}

// All lists share one grid cell and one of them is visible, so the panel is as tall as the longest and never resizes.
function Services({ categories, allLabel, current, children }: ServicesProps) {
  const [shown, setShown] = useState(0);
  const lastTrail = useRef<Trail>(undefined);
  const waiting = useRef<{ i: number; delay: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  // Whether activating a category follows its link: the first tap only shows the category.
  const follows = useRef(true);

  const cancel = () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  };
  useEffect(() => cancel, []);

  const show = (i: number) => {
    cancel();
    setShown(i);
  };
  const move = (event: PointerEvent<HTMLElement>, i: number) => {
    if (event.pointerType === "touch") return;
    lastTrail.current = trail(lastTrail.current, event);
    if (i === shown) return cancel();
    const list = event.currentTarget.parentElement!.children[shown]!.lastElementChild!;
    const delay = headsFor(lastTrail.current, event, list.getBoundingClientRect()) ? aimDelay : categoryDelay;
    // While the mouse heads for the list, every move restarts the timer; otherwise the timer keeps running.
    if (delay === categoryDelay && waiting.current?.i === i && waiting.current.delay === delay) return;
    cancel();
    waiting.current = { i, delay, timer: setTimeout(show, delay, i) };
  };
  return (
    <ul className="Menus-categories">
      {categories.map(({ name, href, services }, i) => (
        <li
          key={href}
          className="Menus-category"
          data-active={i === shown ? "" : undefined}
          onPointerMove={(event) => move(event, i)}
          onPointerLeave={cancel}
          onFocus={() => show(i)}
        >
          <a
            className="Menus-link Menus-head"
            href={href}
            onPointerDown={({ pointerType }) => {
              follows.current = pointerType !== "touch" || i === shown;
            }}
            onClick={(event) => {
              if (!follows.current) event.preventDefault();
              follows.current = true;
              show(i);
            }}
          >
            {name}
          </a>
          <ul className="Menus-services">
            {[...services, { label: `${allLabel} ${name}`, href }].map((link) => (
              <li key={link.href}>
                <PanelLink link={link} current={current} />
              </li>
            ))}
          </ul>
        </li>
      ))}
      {children}
    </ul>
  );
}
