import "./SkipLink.css";

interface SkipLinkProps {
  label: string;
}

/** The first link that the Tab key reaches: past the header to the content. */
export function SkipLink({ label }: SkipLinkProps) {
  return (
    <a className="SkipLink" href="#main">
      {label}
    </a>
  );
}
