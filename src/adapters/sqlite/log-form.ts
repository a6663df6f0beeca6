// The form of SQLite's log. Source: section 4.1 of the description of SQLite's file format.

export const HEADER_BYTES = 32;
/** Precedes each page. */
export const FRAME_HEADER_BYTES = 24;
/** Offset of the size of a page. */
export const PAGE_BYTES_AT = 8;
/** Offsets of the random numbers that SQLite gives each log. */
export const SALTS = [16, 24] as const;
