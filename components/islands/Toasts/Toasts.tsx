import { useEffect, useState, useSyncExternalStore } from "react";
import { ToastSuccess, type Toast, type ToastsIsland } from "../../props.gen";
import { noWrapNumbers } from "../../ui/NoWrap/NoWrap";
import { read, subscribe } from "./store";
import "./Toasts.css";

/** How long a confirmation stays, in milliseconds; a failure stays until it is dismissed. */
const displayTime = 8_000;

/**
 * The region in which toasts appear: those that came with the page, then the last one published. The two live regions
 * are there from the start, because a screen reader announces only what changes in a region that it knows.
 */
export function Toasts({ regionLabel, dismissLabel, toasts }: ToastsIsland) {
  const published = useSyncExternalStore(subscribe, read, () => null);
  const [dismissed, setDismissed] = useState<string[]>([]);
  const shown = (
    published
      ? [{ ...published, key: `published-${published.key}` }]
      : toasts.map((toast, i) => ({ ...toast, key: `page-${i}` }))
  ).filter((toast) => !dismissed.includes(toast.key));

  const card = (toast: Toast & { key: string }) => (
    <ToastCard
      key={toast.key}
      toast={toast}
      dismissLabel={dismissLabel}
      onDismiss={() => setDismissed((keys) => [...keys, toast.key])}
    />
  );
  return (
    <section className="Toasts" aria-label={regionLabel}>
      <div role="status">{shown.filter((toast) => toast.kind === ToastSuccess).map(card)}</div>
      <div role="alert">{shown.filter((toast) => toast.kind !== ToastSuccess).map(card)}</div>
    </section>
  );
}

interface ToastCardProps {
  toast: Toast;
  dismissLabel: string;
  onDismiss: () => void;
}

function ToastCard({ toast, dismissLabel, onDismiss }: ToastCardProps) {
  const [paused, setPaused] = useState(false);
  const leaves = toast.kind === ToastSuccess && !paused;

  useEffect(() => {
    if (!leaves) return;
    const timer = setTimeout(onDismiss, displayTime);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a new callback must not restart the timer
  }, [leaves]);

  return (
    <div
      className="Toasts-card"
      data-kind={toast.kind}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p className="Toasts-title">{toast.title}</p>
      <p className="Toasts-description">{noWrapNumbers(toast.description)}</p>
      <button type="button" className="Toasts-dismiss" aria-label={dismissLabel} onClick={onDismiss} />
    </div>
  );
}
