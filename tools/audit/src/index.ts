export { missed, type PageFigures, targets } from './targets.js';
