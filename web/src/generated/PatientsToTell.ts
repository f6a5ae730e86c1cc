// This file is generated from the server's types. Do not edit it.
import type { PatientToTell } from "./PatientToTell";

/** A page of the patients to tell. */
export type PatientsToTell = {
  patients: Array<PatientToTell>;
  /** Of the whole list. */
  total: number;
};
