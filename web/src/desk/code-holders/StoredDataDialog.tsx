// What is stored about a person: shows it, saves a copy, and erases it. Several people may share a phone or an address; each is
// chosen.

import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { StoredPerson } from "../../generated/StoredPerson";
import { saveJson } from "../../lib/save-file";
import { Button } from "../../ui/button/Button";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { formatMoment } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import { DeskDialog } from "../components/DeskDialog";
import desk from "../components/desk.module.css";
import { useAction } from "../components/use-action";

interface StoredDataDialogProps {
  /** A phone number, an email address or a code. */
  query: string;
  onClose: () => void;
  onErased: () => void;
}

/** Rendered while it is open. */
export function StoredDataDialog({ query, onClose, onErased }: StoredDataDialogProps): ReactNode {
  const [people, setPeople] = useState<readonly StoredPerson[] | null>(null);
  const [chosen, setChosen] = useState<readonly StoredPerson[]>([]);
  const { run, busy, result } = useAction();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    run({
      request: () => api.findStoredData(query),
      onSuccess: (found) => {
        setPeople(found.people);
        // Several people are chosen one by one.
        if (found.people.length === 1) setChosen(found.people);
      },
    });
  }, []);

  const request = {
    query,
    names: chosen.flatMap(({ name }) => name ?? []),
    codes: chosen.some(({ name }) => name === null),
  };
  const save = () =>
    run({
      request: () => api.exportPerson(request),
      onSuccess: (data) => saveJson("stored-data.json", data),
      success:
        "The file contains everything stored about what is chosen. This has been recorded in the audit log.",
    });
  const erase = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0) return;
    run({
      request: () => api.erasePerson(request),
      invalidates: [queryKeys.people, queryKeys.emails, queryKeys.appointments, queryKeys.recalls],
      onSuccess: onErased,
    });
  };
  const choose = (person: StoredPerson, isChosen: boolean) =>
    setChosen((before) =>
      isChosen ? [...before, person] : before.filter((other) => other !== person),
    );
  return (
    <DeskDialog heading="Stored data" open onClose={onClose}>
      <form className={desk.section} onSubmit={erase}>
        {people === null && busy && <p role="status">Loading...</p>}
        {people?.length === 0 && <p role="status">Nothing is stored about this person.</p>}
        {people && people.length > 0 && (
          <>
            <p>
              Erase when somebody asks you to delete their data. Appointments are deleted and their
              times are free again, without an email to the patient. You cannot undo this.
            </p>
            {people.length > 1 && <p>Several people share this. Please choose whose data.</p>}
            <ul className={desk.list}>
              {people.map((person) => (
                <li key={person.name ?? ""}>
                  <label className={desk.checkbox}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(person)}
                      onChange={({ target }) => choose(person, target.checked)}
                    />
                    <span>
                      <strong>{person.name ?? "Discount code"}</strong>
                      <br />
                      {describePerson(person)}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            <div className={desk.row}>
              <Button type="submit" busy={busy || chosen.length === 0}>
                Erase permanently
              </Button>
              <Button
                weight="quiet"
                busy={busy || chosen.length === 0}
                onClick={() => chosen.length > 0 && save()}
              >
                Download data
              </Button>
            </div>
          </>
        )}
        <ActionNotice result={result} />
        <div className={desk.row}>
          <Button weight="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </DeskDialog>
  );
}

function describePerson(person: StoredPerson): string {
  const { phones, emails, codes, appointments, visitsToCome, recalls } = person;
  const parts = [...phones, ...emails, ...codes];
  if (appointments > 0) parts.push(`appointments: ${appointments}`);
  const [next] = [...visitsToCome].sort();
  if (next) parts.push(`the next visit: ${formatMoment(next, Date.now())}`);
  if (recalls > 0) parts.push(`recalls: ${recalls}`);
  return parts.join(" · ");
}
