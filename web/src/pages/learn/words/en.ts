/** Words of the places to learn at. */
export default {
  then: "And then",
  puzzles: "Puzzles",
  "puzzles.text": "Find what must be true. A new one every day.",
  missions: "Missions and campaign",
  "missions.text": "Robots on hexes: five short missions, then a story.",
  analysis: "Analysis board",
  "analysis.text": "Any position: play on, ask what if, see what the bot thinks.",
  lab: "Set-up laboratory",
  "lab.text": "Find out where your army is weak, what it scores and which swaps help.",
  database: "Game database",
  "database.text": "Games that were played here: search, replay, first moves.",
};
