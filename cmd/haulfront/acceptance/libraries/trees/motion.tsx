import { AnimatePresence, LayoutGroup, MotionConfig, motion, useMotionValue, useTransform } from "motion/react";
import { useState } from "react";

const list = { hidden: { opacity: 0 }, shown: { opacity: 1, transition: { staggerChildren: 0.1 } } };
const item = { hidden: { x: -20 }, shown: { x: 0 } };

export function Tree() {
  const [open, setOpen] = useState(false);
  const x = useMotionValue(50);
  const opacity = useTransform(x, [0, 100], [0, 1]);
  return (
    <MotionConfig transition={{ duration: 0.01 }}>
      <LayoutGroup>
        <motion.h2 initial={{ opacity: 0, y: 20 }} animate={{ opacity: 1, y: 0 }} layout>
          Loads
        </motion.h2>
        <motion.ul variants={list} initial="hidden" animate="shown">
          <motion.li variants={item}>sofa</motion.li>
          <motion.li variants={item}>bed</motion.li>
        </motion.ul>
        <motion.p style={{ x, opacity, scale: 1.5 }} whileHover={{ scale: 1.1 }} drag="x" />
        <svg viewBox="0 0 10 10">
          <motion.circle cx={5} cy={5} r={4} initial={{ pathLength: 0 }} animate={{ pathLength: 1 }} />
        </svg>
        <button onClick={() => setOpen(!open)}>{open ? "close" : "open"}</button>
        <AnimatePresence>
          {open && (
            <motion.div
              className="panel"
              key="panel"
              initial={{ opacity: 0 }}
              animate={{ opacity: 1 }}
              exit={{ opacity: 0 }}
            >
              We call first
            </motion.div>
          )}
        </AnimatePresence>
      </LayoutGroup>
    </MotionConfig>
  );
}
