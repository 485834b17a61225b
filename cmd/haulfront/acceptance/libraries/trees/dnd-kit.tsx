import { DndContext, KeyboardSensor, PointerSensor, closestCenter, useDroppable } from "@dnd-kit/core";
import { useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, arrayMove, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useState } from "react";

function Item({ id }: { id: string }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  const style = { transform: CSS.Transform.toString(transform), transition };
  return (
    <li ref={setNodeRef} style={style} {...attributes} {...listeners}>
      {id}
    </li>
  );
}

function Truck() {
  const { isOver, setNodeRef } = useDroppable({ id: "truck" });
  return <div ref={setNodeRef} data-over={isOver} />;
}

export function Tree() {
  const [items, setItems] = useState(["sofa", "bed", "desk"]);
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor));
  return (
    <DndContext id="loads" sensors={sensors} collisionDetection={closestCenter}>
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        <ol>
          {items.map((id) => (
            <Item key={id} id={id} />
          ))}
        </ol>
      </SortableContext>
      <Truck />
      <button onClick={() => setItems(arrayMove(items, 0, 2))}>move</button>
    </DndContext>
  );
}
