// This file is generated from the server's types. Do not edit it.
import type { RecordLimitNotice } from "./RecordLimitNotice";

/** Who reached a limit of patients' records. */
export type RecordLimitNotices = {
  notices: Array<RecordLimitNotice>;
};
