/** Every part of the words in this language. */
import { around } from "./around.ts";
import { board } from "./board.ts";
import { booking } from "./booking.ts";
import { checkout } from "./checkout.ts";
import { deposits } from "./deposits.ts";
import { developer } from "./developer.ts";
import { finder } from "./finder.ts";
import { finding } from "./finding.ts";
import { floor } from "./floor.ts";
import { letters } from "./letters.ts";
import { line } from "./line.ts";
import { menu } from "./menu.ts";
import { offer } from "./offer.ts";
import { office } from "./office.ts";
import { order } from "./order.ts";
import { ordering } from "./ordering.ts";
import { outbox } from "./outbox.ts";
import { pages } from "./pages.ts";
import { people } from "./people.ts";
import { profile } from "./profile.ts";
import { receipt } from "./receipt.ts";
import { records } from "./records.ts";
import { reports } from "./reports.ts";
import { screens } from "./screens.ts";
import { setup } from "./setup.ts";
import { shopping } from "./shopping.ts";
import { stand } from "./stand.ts";
import { store } from "./store.ts";
import { storefront } from "./storefront.ts";
import { tickets } from "./tickets.ts";
import { today } from "./today.ts";
import { tracking } from "./tracking.ts";
import { visit } from "./visit.ts";
import { zones } from "./zones.ts";

export const parts = {
  around,
  board,
  booking,
  checkout,
  deposits,
  developer,
  finder,
  finding,
  floor,
  letters,
  line,
  menu,
  offer,
  office,
  order,
  ordering,
  outbox,
  pages,
  people,
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
  tickets,
  today,
  tracking,
  visit,
  zones,
};
