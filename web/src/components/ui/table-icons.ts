/** Icons of sortable tables, which only some signed-in pages load. */
export { default as ArrowDown } from 'lucide-react/icons/arrow-down';
export { default as ArrowUp } from 'lucide-react/icons/arrow-up';
export { default as ArrowUpDown } from 'lucide-react/icons/arrow-up-down';
