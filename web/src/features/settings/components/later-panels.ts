/** What two of the tabs show, loaded when one is opened. In one chunk, because every page names all chunks. */
export { FiltersForm } from './filters/filters-form';
export { NotificationSections } from './notifications/notification-sections';
