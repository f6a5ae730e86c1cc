import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error";
import * as endpoints from "../../api/endpoints";
import { contentList, json, openDesk, press, respond, setUpDesk } from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const picture = (name: string) => new File(["bytes"], name, { type: "image/jpeg" });

test("a message about a file goes when another file is chosen", async () => {
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    "GET pictures": json({ pictures: [] }),
  });
  const upload = vi
    .spyOn(endpoints, "uploadPicture")
    .mockRejectedValue(new ApiError({ kind: "serverError", message: "This file is damaged." }));
  await openDesk(owner, "/desk/content/pictures");
  await press("Upload a new picture");
  const file = screen.getByLabelText("Picture file");
  await userEvent.upload(file, picture("damaged.jpg"));
  await userEvent.type(screen.getByLabelText("What the picture shows"), "Two nurses");
  await press("Upload");
  const message = await screen.findByText(/This file is damaged\./);
  expect(upload).toHaveBeenCalledTimes(1);
  await userEvent.upload(file, picture("good.jpg"));
  expect(message.isConnected).toBe(false);
});
