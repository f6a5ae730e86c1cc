// What the site shows in the place of words such as {percent} in a text.
import { useQuery } from "@tanstack/react-query";
import { contentQuery } from "../api/queries";

/** "{percent} becomes 5." for a text that has it. Empty for a text without such words. */
export function useVariables(): (text: string) => string {
  // Every screen of the content loads the list. A field that appears must not load it again.
  const { data: list } = useQuery({ ...contentQuery, enabled: false });
  return (text) => {
    const used = list?.variables?.filter(({ name }) => text.includes(`{${name}}`)) ?? [];
    const sentence = used.map(({ name, value }) => `{${name}} becomes ${value}`).join(", ");
    return sentence && `${sentence}.`;
  };
}
