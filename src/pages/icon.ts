/** The sign of the service: of browser tabs and of installed screens. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#a63a12"/><path d="M8 23V9h3l5 8 5-8h3v14h-3.4v-7.6L16 21.6l-4.600-6.200V23z" fill="#fff"/></svg>\n`;
