/** Every part of the words in this language. */
import { alerts } from "./guests/alerts.ts";
import { around } from "./guests/around.ts";
import { asking } from "./asking.ts";
import { board } from "./board.ts";
import { booking } from "./guests/booking.ts";
import { checkout } from "./guests/checkout.ts";
import { delivery } from "./guests/delivery.ts";
import { deposits } from "./guests/deposits.ts";
import { developer } from "./developer.ts";
import { finder } from "./guests/finder.ts";
import { finding } from "./guests/finding.ts";
import { floor } from "./floor.ts";
import { groups } from "./guests/groups.ts";
import { letters } from "./letters.ts";
import { line } from "./guests/line.ts";
import { menu } from "./menu.ts";
import { offer } from "./guests/offer.ts";
import { office } from "./office.ts";
import { order } from "./order.ts";
import { ordering } from "./ordering.ts";
import { outbox } from "./outbox.ts";
import { pages } from "./pages.ts";
import { paying } from "./guests/paying.ts";
import { people } from "./people.ts";
import { privacy } from "./guests/privacy.ts";
import { profile } from "./profile.ts";
import { receipt } from "./receipt.ts";
import { records } from "./records.ts";
import { reports } from "./reports.ts";
import { screens } from "./screens.ts";
import { setup } from "./setup.ts";
import { shopping } from "./guests/shopping.ts";
import { stand } from "./stand.ts";
import { store } from "./guests/store.ts";
import { storefront } from "./guests/storefront.ts";
import { texts } from "./texts.ts";
import { tickets } from "./tickets.ts";
import { today } from "./today.ts";
import { tracking } from "./guests/tracking.ts";
import { visit } from "./guests/visit.ts";
import { zones } from "./zones.ts";

export const parts = {
  alerts,
  around,
  asking,
  board,
  booking,
  checkout,
  delivery,
  deposits,
  developer,
  finder,
  finding,
  floor,
  groups,
  letters,
  line,
  menu,
  offer,
  office,
  order,
  ordering,
  outbox,
  pages,
  paying,
  people,
  privacy,
  profile,
  receipt,
  records,
  reports,
  screens,
  setup,
  shopping,
  stand,
  store,
  storefront,
  texts,
  tickets,
  today,
  tracking,
  visit,
  zones,
};
