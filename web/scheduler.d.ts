// React's scheduler, as far as the tests need it. The package has no types.
declare module "scheduler" {
  export const unstable_NormalPriority: 3;
  export const unstable_IdlePriority: 5;
  export function unstable_scheduleCallback(priority: 3 | 5, task: () => void): unknown;
}
