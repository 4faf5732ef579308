/** Generated from openapi/partner.json by `npm run openapi`. */
export const version = "0.1.0";
