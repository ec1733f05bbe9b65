/** The icons of sortable tables. */
export { default as ArrowDown } from 'lucide-react/icons/arrow-down';
export { default as ArrowUp } from 'lucide-react/icons/arrow-up';
export { default as ArrowUpDown } from 'lucide-react/icons/arrow-up-down';
