import { useState } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";

const text = `# What we *take*

Nearly **everything**, see <https://example.org/?a=1&b=2> & [the list](/items "Items"), ~~not~~ paint.
Zażółć "gęślą"—jaźń_, _emphasis_, naïve**bold**, 日本語**太字**です, www.example.org.

1. sofas
2. beds
   - [x] metal
   - [ ] wood[^1]

| Item | Price |
| :--- | ----: |
| Sofa | $79   |

> Quote & <b>no raw HTML</b>

\`\`\`ts
const a = 1 < 2;
\`\`\`

\\* &copy; &#x1F69A; javascript:[x](javascript:alert(1))

[^1]: Any wood.
`;

export function Tree() {
  const [count, setCount] = useState(0);
  return (
    <article>
      <Markdown
        remarkPlugins={[remarkGfm]}
        components={{ h1: ({ children }) => <h2 className="title">{children}</h2> }}
      >
        {text}
      </Markdown>
      <Markdown>{`*${count}* times`}</Markdown>
      <button onClick={() => setCount(count + 1)}>count</button>
    </article>
  );
}
