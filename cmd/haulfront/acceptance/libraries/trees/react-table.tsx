import { createColumnHelper, flexRender, getCoreRowModel, getFilteredRowModel } from "@tanstack/react-table";
import { getPaginationRowModel, getSortedRowModel, useReactTable } from "@tanstack/react-table";
import { useState } from "react";

const loads = [
  { item: "Sofa", price: 99.5, done: true },
  { item: "Bed & mattress", price: 129, done: false },
  { item: "Armchair", price: 79, done: true },
];
const column = createColumnHelper<(typeof loads)[number]>();
const columns = [
  column.accessor("item", { header: "Item", filterFn: "includesString" }),
  column.accessor("price", { header: () => <i>Price</i>, cell: (info) => `$${info.getValue().toFixed(2)}` }),
  column.accessor((load) => (load.done ? "yes" : "no"), { id: "done", header: "Done", enableSorting: false }),
];

export function Tree() {
  const [filter, setFilter] = useState("");
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const table = useReactTable({
    data: loads,
    columns,
    state: { globalFilter: filter },
    onGlobalFilterChange: setFilter,
    initialState: { sorting: [{ id: "price", desc: true }], pagination: { pageIndex: 0, pageSize: 2 } },
    getCoreRowModel: getCoreRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
    getPaginationRowModel: getPaginationRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  return (
    <table>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} aria-sort={header.column.getIsSorted() === "desc" ? "descending" : "none"}>
                <button onClick={header.column.getToggleSortingHandler()}>
                  {flexRender(header.column.columnDef.header, header.getContext())}
                </button>
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getVisibleCells().map((cell) => (
              <td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <caption>
        {table.getPageCount()} pages, {table.getFilteredRowModel().rows.length} rows
      </caption>
    </table>
  );
}
