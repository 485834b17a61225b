import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type Dispatch,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type SetStateAction,
} from "react";
import type { Link, MenusIsland } from "../../props.gen";
import { kept } from "../kept";
import { Locations, Services } from "./MenusPanel";
import { useCategories } from "./useCategories";
import "./Menus.css";

type Name = "services" | "locations";

/** Which menu is open, and whether it stays open when the mouse leaves because it was clicked. */
interface Opened {
  name: Name | null;
  pinned: boolean;
}

// Delays in milliseconds: before a menu closes after the mouse has left it, and before the other menu opens instead.
const leaveDelay = 180;
const switchDelay = 120;

/**
 * The header's two menus. They are disclosures: a button and a panel of links, which only the server renders. Until the
 * island is hydrated CSS opens them under the mouse and the keyboard's focus; from then on the panel follows data-state
 * alone. On phones the panels are parts of the header's sheet, where CSS folds their lists.
 */
export function Menus(props: MenusIsland) {
  const { servicesLabel, locationsLabel, allServices, allLocations } = props;
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

  const menu = (name: Name, label: string, all: Link, panel: HTMLAttributes<HTMLElement>) => (
    <Menu
      name={name}
      label={label}
      current={props.current.startsWith(all.href)}
      opened={opened}
      setOpened={setOpened}
      panel={panel}
    />
  );
  const categories = { ...useCategories(), ...kept("services", import.meta.env.SSR && <Services {...props} />) };
  const cities = kept("locations", import.meta.env.SSR && <Locations {...props} />);
  return (
    <div className="Menus" ref={root}>
      {menu("services", servicesLabel, allServices, categories)}
      {menu("locations", locationsLabel, allLocations, cities)}
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
  /** The attributes of the panel, with its content. */
  panel: HTMLAttributes<HTMLElement>;
}

function Menu({ name, label, current, opened, setOpened, panel }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = opened?.name === name;
  const id = useId();

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
        aria-controls={id}
        onClick={toggle}
      >
        {label}
      </button>
      <div className="Menus-panel" id={id} {...panel} />
    </div>
  );
}
