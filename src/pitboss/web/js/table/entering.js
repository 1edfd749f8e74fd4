/** One "Sit down": whoever presses it signs in or registers if need be, is offered chips, and gets a seat with them. */

import { session } from "../session.js";
import { askToSignIn } from "../sign-in.js";

/** The table at which somebody sits down as soon as its page is there. */
const ENTERS = "pitboss.enters";

/**
 * Have the reader take a seat at a table when its page is opened next; who is not signed in is asked to first.
 *
 * @param {string} id
 * @returns {Promise<boolean>} whether somebody is signed in now
 */
export async function enterTable(id) {
  sessionStorage.setItem(ENTERS, id);
  const known = session() !== null || (await askToSignIn({ forSeat: true }));
  if (!known) sessionStorage.removeItem(ENTERS);
  return known;
}

/** Whether a seat at this table was asked for; it is asked for once. @param {string} id */
export function seatWanted(id) {
  const wanted = sessionStorage.getItem(ENTERS) === id;
  sessionStorage.removeItem(ENTERS);
  return wanted;
}
