import "./SkipLink.css";

interface SkipLinkProps {
  label: string;
}

/** The first thing that the Tab key reaches: past the header, into the page. */
export function SkipLink({ label }: SkipLinkProps) {
  return (
    <a className="SkipLink" href="#main">
      {label}
    </a>
  );
}
