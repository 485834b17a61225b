import Markdown from "markdown-to-jsx";
import { useState } from "react";

const text = (n: number) => `# Loads & *prices* ${n}

1. A **sofa** costs \`$99\`, ~~$120~~
2. See <Price of="bed" /> and [all prices](/prices "Prices")
   - nested
   - [x] done

| Item | Price |
| :--- | ----: |
| Bed  | $129  |

> A quote<br>over two lines[^1]

\`\`\`js
const total = 1 < 2 && "a";
\`\`\`

[^1]: A note
`;

export function Tree() {
  const [n, setN] = useState(0);
  const Price = ({ of }: { of: string }) => <mark>{of}</mark>;
  return (
    <article>
      <Markdown options={{ overrides: { Price, a: { props: { rel: "noopener" } } } }}>{text(n)}</Markdown>
      <button onClick={() => setN(1)}>next</button>
    </article>
  );
}
