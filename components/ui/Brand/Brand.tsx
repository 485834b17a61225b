import clsx from "clsx";
import { useLayout } from "../../LayoutContext";
import "./Brand.css";

/** The company's logo and name, for the header and the footer. */
export function Brand({ className }: { className?: string }) {
  const { assets, brand } = useLayout();
  return (
    <a className={clsx("Brand", className)} href="/" data-long={brand.shortName.length > 28 || undefined}>
      <BrandMark src={assets.mark} />
      <span className="Brand-words">
        <span className="Brand-name" translate="no">{brand.shortName}</span>{" "}
        <span className="Brand-descriptor">{brand.descriptor}</span>
      </span>
    </a>
  );
}

/** The company's mark, a file or the built-in company's. */
export function BrandMark({ src }: { src?: string | undefined }) {
  return src ? (
    <img className="Brand-mark" src={src} width={40} height={40} alt="" />
  ) : (
    <svg className="Brand-mark" viewBox="0 0 40 28" aria-hidden="true" focusable="false">
      <path className="Brand-acre" d="M20 2 38 12 20 22 2 12Z" />
      <path className="Brand-row" d="m14 5.4 18 10M8 8.7l18 10" />
      <path className="Brand-edge" d="M2 12v4l18 10 18-10v-4L20 22Z" />
    </svg>
  );
}
