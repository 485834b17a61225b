import { Global, ThemeProvider, css, keyframes, useTheme } from "@emotion/react";
import styled from "@emotion/styled";
import { useState } from "react";

interface Theme {
  color: string;
}
const turn = keyframes`from { rotate: 0deg } to { rotate: 360deg }`;
const Card = styled.section<{ wide: boolean }>`
  padding: ${({ wide }) => (wide ? "2rem" : "1rem")};
  color: ${({ theme }) => (theme as Theme).color};
  & > li:hover { animation: ${turn} 1s; }
  @media (max-width: 600px) { padding: 0; }
`;
const Item = styled("li", { shouldForwardProp: (name) => name !== "heavy" })<{ heavy: boolean }>(({ heavy }) => ({
  fontWeight: heavy ? 700 : 400,
  "&::before": { content: '"<"' },
}));
const Plain = styled(Item)({ listStyle: "none" });

function Themed() {
  return <p style={{ color: (useTheme() as Theme).color }}>themed</p>;
}

export function Tree() {
  const [wide, setWide] = useState(false);
  return (
    <ThemeProvider theme={{ color: "teal" }}>
      <Global styles={css`body { margin: 0; }`} />
      <Card wide={wide}>
        <button onClick={() => setWide(!wide)}>{wide ? "narrow" : "widen"}</button>
        <ul>
          {["sofa", "bed"].map((item, i) => (
            <Item key={item} heavy={i === 0}>
              {item}
            </Item>
          ))}
          <Plain heavy>piano</Plain>
        </ul>
        <Themed />
      </Card>
    </ThemeProvider>
  );
}
