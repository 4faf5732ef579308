/** Words of sign-in, invitations, recovery, devices and one's own page. */
export const people = {
  "sign_in.title": "Sign in",
  "sign_in.email": "E-mail",
  "sign_in.password": "Password",
  "sign_in.submit": "Sign in",
} as const;
