// This file is generated from the server's types. Do not edit it.
import type { DeskAppointment } from "./DeskAppointment";
import type { DeskBlockedTime } from "./DeskBlockedTime";
import type { DeskChair } from "./DeskChair";
import type { DeskDay } from "./DeskDay";
import type { DeskService } from "./DeskService";

/** The appointments of some days that have a chair, with what is needed to show free time. */
export type DeskAppointments = {
  appointments: Array<DeskAppointment>;
  blocked: Array<DeskBlockedTime>;
  /** The highest number of a chair, for tabs of an older release. */
  chairs: number;
  /** The chairs in the order of the plan. */
  columns: Array<DeskChair>;
  days: Array<DeskDay>;
  services: Array<DeskService>;
};
