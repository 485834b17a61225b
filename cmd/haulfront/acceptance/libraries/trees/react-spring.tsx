import { animated, useSpring, useTrail, useTransition } from "@react-spring/web";
import { useState } from "react";

export function Tree() {
  const [open, setOpen] = useState(false);
  const [moved, api] = useSpring(() => ({ from: { x: 0, opacity: 0.5, color: "#2f6f4f" } }));
  const trail = useTrail(3, { from: { y: 20 }, to: { y: open ? 0 : 20 }, immediate: true });
  const panels = useTransition(open ? ["panel"] : [], { from: { scale: 1 }, enter: { scale: 1 }, immediate: true });
  return (
    <section>
      <animated.p style={moved}>Moving</animated.p>
      <animated.svg viewBox="0 0 10 10">
        <animated.circle r={moved.x.to((x) => 2 + x)} fill={moved.color} />
      </animated.svg>
      {trail.map((style, i) => (
        <animated.i key={i} style={style}>
          {i}
        </animated.i>
      ))}
      {panels((style, name) => (
        <animated.div className={name} style={style} />
      ))}
      <button
        onClick={() => {
          setOpen(true);
          void api.start({ x: 10, opacity: 1 });
        }}
      >
        open
      </button>
    </section>
  );
}
