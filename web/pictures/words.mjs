// Makes the descriptions of scenes from the words of what is drawn in them.

/** "a hen", "an umbrella" */
export const withArticle = (name) => `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;

/** "a hen, a chair and a stove". What is there twice is said once. */
export const listOf = (texts) => {
  const words = [...new Set(texts)];
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
};
