// Who should not answer questions but go to hospital. On every screen.
import type { ReactNode } from "react";
import { Notice } from "../ui/notice/Notice";

interface StraightToHospitalProps {
  text: string;
  children?: ReactNode;
}

export function StraightToHospital({ text, children }: StraightToHospitalProps): ReactNode {
  return (
    <Notice tone="alarm">
      <p>
        <strong>{text}</strong>
      </p>
      {children}
    </Notice>
  );
}
