import { useState } from "react";
import { ThemeProvider, createGlobalStyle, css, keyframes, styled } from "styled-components";

const Base = createGlobalStyle`body { margin: 0; }`;
const turn = keyframes`from { rotate: 0deg } to { rotate: 360deg }`;
const Card = styled.section<{ $wide: boolean }>`
  padding: ${({ $wide }) => ($wide ? "2rem" : "1rem")};
  color: ${({ theme }) => theme["color"]};
  ${({ $wide }) => $wide && css`animation: ${turn} 1s;`}
`;
const Item = styled.li.attrs<{ $heavy?: boolean }>(({ $heavy }) => ({ title: $heavy ? "heavy" : "light" }))`
  font-weight: ${({ $heavy }) => ($heavy ? 700 : 400)};
  ${Card} > &:hover { color: red; }
`;
const Link = styled(Item)`
  list-style: none;
`;

export function Tree() {
  const [wide, setWide] = useState(false);
  return (
    <ThemeProvider theme={{ color: "teal" }}>
      <Base />
      <Card $wide={wide}>
        <button onClick={() => setWide(!wide)}>{wide ? "narrow" : "widen"}</button>
        <ul>
          <Item $heavy>sofa</Item>
          <Item as="div">bed</Item>
          <Link>piano</Link>
        </ul>
      </Card>
    </ThemeProvider>
  );
}
