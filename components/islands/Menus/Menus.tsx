import {
  useEffect,
  useId,
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

/** Which menu is open, and whether a press keeps it open when the mouse leaves. */
interface Opened {
  name: Name | null;
  kept: boolean;
}

// How long a mouse may be outside a menu before it closes, over the other menu before that one opens instead, and over a
// category before that one shows; the last is longer while the mouse is on its way to the list that is shown. Milliseconds.
const leaveDelay = 180;
const switchDelay = 120;
const categoryDelay = 110;
const aimDelay = 350;

/**
 * The header's two menus. They are disclosures: a button and a panel of links. Until the island is hydrated CSS opens
 * them under the mouse and the keyboard's focus; from then on the panel follows data-state alone.
 */
export function Menus({ servicesLabel, locationsLabel, allLabel, allServices, allLocations, current, services, locations }: MenusIsland) {
  const [opened, setOpened] = useState<Opened>();
  const root = useRef<HTMLDivElement>(null);

  // What CSS had opened stays open when React takes over.
  useEffect(() => {
    const menu = Array.from(root.current!.querySelectorAll<HTMLElement>("[data-menu]")).find(
      (menu) => menu.matches(":hover") || menu.querySelector(".Menus-panel :focus"),
    );
    setOpened({ name: (menu?.dataset["menu"] as Name | undefined) ?? null, kept: false });
  }, []);

  useEffect(() => {
    if (!opened?.name) return;
    const outside = (event: Event) => {
      if (!root.current!.contains(event.target as Node)) setOpened({ name: null, kept: false });
    };
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape") setOpened({ name: null, kept: false });
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
  /** The page is one of those that the menu leads to. */
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

  // A press on a menu that the mouse has opened keeps it; only the next one closes it.
  const press = () => {
    clearTimeout(waiting.current);
    setOpened(open && opened.kept ? { name: null, kept: false } : { name, kept: true });
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(waiting.current);
    if (open) return;
    const show = () => setOpened({ name, kept: false });
    // The way from one menu's button into its panel may lead over the other's.
    if (opened?.name) waiting.current = setTimeout(show, switchDelay);
    else show();
  };
  const leave = (event: PointerEvent) => {
    clearTimeout(waiting.current);
    if (event.pointerType !== "mouse" || !open || opened.kept) return;
    // The other menu may have opened in the meantime, unseen here until the next render.
    waiting.current = setTimeout(() => setOpened((now) => (now?.name === name ? { name: null, kept: false } : now)), leaveDelay);
  };
  const blur = (event: FocusEvent) => {
    if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpened({ name: null, kept: false });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) button.current!.focus();
  };
  useEffect(() => () => clearTimeout(waiting.current), [open]);

  return (
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
      <button ref={button} type="button" className="Menus-button" aria-expanded={open} aria-controls={panel} onClick={press}>
        {label}
      </button>
      <div className="Menus-panel" id={panel}>
        {children}
      </div>
    </div>
  );
}

interface PanelLinkProps {
  link: Link;
  current: string;
}

function PanelLink({ link: { label, href }, current }: PanelLinkProps) {
  return (
    <a className="Menus-link" href={href} aria-current={href === current ? "page" : undefined}>
      {label}
    </a>
  );
}

interface ServicesProps {
  categories: Category[];
  allLabel: string;
  current: string;
  /** What comes after the categories. */
  children: ReactNode;
}

// All lists lie in the same place, one of them shown: the panel is as high as the longest and never changes its size.
function Services({ categories, allLabel, current, children }: ServicesProps) {
  const [shown, setShown] = useState(0);
  const way = useRef<Trail>(undefined);
  const waiting = useRef<{ i: number; delay: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  // Whether a press on a category follows its link: a first touch only shows the category.
  const follows = useRef(true);

  const settle = () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  };
  useEffect(() => settle, []);

  const show = (i: number) => {
    settle();
    setShown(i);
  };
  const move = (event: PointerEvent<HTMLElement>, i: number) => {
    if (event.pointerType === "touch") return;
    way.current = trail(way.current, event);
    if (i === shown) return settle();
    const list = event.currentTarget.parentElement!.children[shown]!.lastElementChild!;
    const delay = headsFor(way.current, event, list.getBoundingClientRect()) ? aimDelay : categoryDelay;
    // On the way to the list every step begins the wait anew; anywhere else it goes on.
    if (delay === categoryDelay && waiting.current?.i === i && waiting.current.delay === delay) return;
    settle();
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
          onPointerLeave={settle}
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
