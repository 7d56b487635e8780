use plyglot_sandbox::Sandbox;
use serde::{Deserialize, Serialize};

use super::{Built, Submission, not_graded, not_run};
use plyglot_answers::cases::Manifest;
use plyglot_answers::explain::NamedMisreading;
use plyglot_answers::judge::{Question, Verdict, VerdictKind};

/// All results of a run of grading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grades {
    /// The game's name.
    pub game: String,
    /// What everything is worth together.
    pub max: f64,
    /// The cases.
    pub cases: Vec<CaseInfo>,
    /// The students, by name.
    pub students: Vec<Student>,
    /// How well programs were isolated: `L2`.
    pub sandbox: String,
    /// How many results were found on disk and not run again.
    pub reused: usize,
    /// A sentence for the teacher, if all submissions failed in the same way: then the command or
    /// the machine may be to blame, and nothing was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub common_failure: Option<String>,
}

/// A case as reports see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseInfo {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// What it is worth.
    pub points: f64,
    /// Whether students may see what it is about.
    pub visible: bool,
    /// Its `input.txt`; empty in grades of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub input: String,
}

/// All results of a student.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Student {
    /// The student's name.
    pub name: String,
    /// The submission that counts.
    pub submission: String,
    /// Older submissions, which do not.
    pub older: usize,
    /// The points; none if something is not graded, through a failure of ours.
    pub score: Option<f64>,
    /// What comes before the cases: building, reading the input.
    pub checks: Vec<CheckResult>,
    /// A result for each case, in their order.
    pub outcomes: Vec<CaseOutcome>,
}

/// Something that must hold before anything else is tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckResult {
    /// `builds` or `reads the input`.
    pub name: String,
    /// Whether it holds.
    pub passed: bool,
    /// What it is worth.
    pub points: f64,
    /// One line for people; empty if all is well.
    pub message: String,
    /// What shows it.
    pub evidence: Vec<String>,
}

/// What came of one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseOutcome {
    /// The case's name.
    pub case: String,
    /// Right, or in which way wrong.
    pub verdict: Verdict,
    /// Further words for the student, if the case is visible.
    pub explanation: Vec<String>,
    /// The misreadings that give exactly this answer, where it was explained.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misreadings: Vec<NamedMisreading>,
    /// CPU time of the program with all its children.
    pub cpu_seconds: f64,
    /// Time by the clock on the wall.
    pub wall_seconds: f64,
    /// The most memory that it was seen to use, in bytes.
    pub memory: u64,
    /// The layers of isolation around it.
    pub layers: String,
    /// Whether it was found on disk.
    #[serde(skip)]
    pub reused: bool,
}

impl CaseOutcome {
    /// Whether the answer is right.
    pub fn passed(&self) -> bool {
        self.verdict.kind == VerdictKind::Right
    }

    /// Whether anything is known.
    pub fn is_graded(&self) -> bool {
        self.verdict.kind != VerdictKind::NotGraded
    }

    pub(super) fn without_run(case: &str, verdict: Verdict) -> CaseOutcome {
        CaseOutcome {
            case: case.to_owned(),
            verdict,
            explanation: Vec::new(),
            misreadings: Vec::new(),
            cpu_seconds: 0.0,
            wall_seconds: 0.0,
            memory: 0,
            layers: String::new(),
            reused: false,
        }
    }
}

impl Grades {
    /// Those of whom something is not known, through a failure of ours, each with the reason.
    pub fn not_graded(&self) -> impl Iterator<Item = (&Student, &str)> {
        self.students.iter().filter_map(|student| {
            let failed = student.outcomes.iter().find(|outcome| !outcome.is_graded())?;
            Some((student, failed.verdict.message.as_str()))
        })
    }
}

impl Student {
    /// How many cases are right.
    pub fn right(&self) -> usize {
        self.outcomes.iter().filter(|outcome| outcome.passed()).count()
    }

    /// The points of everything that is graded.
    pub fn points_so_far(&self, cases: &[CaseInfo]) -> f64 {
        let right = cases.iter().zip(&self.outcomes).filter(|(_, outcome)| outcome.passed());
        let earned: f64 = right.map(|(case, _)| case.points).sum();
        let before = self.checks.iter().filter(|check| check.passed).map(|check| check.points);
        rounded(earned + before.sum::<f64>())
    }

    /// How many cases were run in vain or not at all, through no fault of the program's.
    pub fn not_graded(&self) -> usize {
        self.outcomes.iter().filter(|outcome| !outcome.is_graded()).count()
    }

    /// The CPU time of all runs.
    pub fn cpu_seconds(&self) -> f64 {
        self.outcomes.iter().map(|outcome| outcome.cpu_seconds).sum()
    }

    /// The first thing that went wrong, in a line.
    pub fn note(&self) -> String {
        let check = self.checks.iter().find(|check| !check.passed);
        let check = check.map(|check| check.message.clone());
        let outcome = || {
            let failed = self.outcomes.iter().find(|outcome| !outcome.passed())?;
            Some(format!("{}: {}", failed.case, failed.verdict.kind))
        };
        check.or_else(outcome).unwrap_or_default()
    }
}

/// A submission with everything that was tried on it, in the order of the cases.
pub(super) struct Finished<'g> {
    pub submission: &'g Submission,
    pub built: &'g Built,
    /// Whether it reads its input, if that is known.
    pub reads: Option<bool>,
    pub outcomes: Vec<Option<CaseOutcome>>,
}

/// Puts everything together: what was found of each submission.
pub(super) fn collect<'g>(
    manifest: &Manifest,
    questions: &[Question],
    sandbox: &Sandbox,
    finished: impl Iterator<Item = Finished<'g>>,
) -> Grades {
    let points = manifest.cases.iter().map(|case| case.points).sum::<f64>()
        + manifest.checks.builds
        + manifest.checks.reads;
    let max = manifest.total.unwrap_or(points);
    let scale = if points > 0.0 { max / points } else { 0.0 };
    let cases: Vec<CaseInfo> = manifest
        .cases
        .iter()
        .zip(questions)
        .map(|(case, question)| CaseInfo {
            name: case.name.clone(),
            about: case.about.clone(),
            points: case.points * scale,
            visible: case.visible,
            input: question.input().to_owned(),
        })
        .collect();
    let mut reused = 0;
    let mut students = Vec::new();
    for Finished { submission, built, reads, outcomes } in finished {
        reused += outcomes.iter().flatten().filter(|outcome| outcome.reused).count();
        let checks = checks(manifest, built, reads, scale);
        let reason = checks.iter().find(|check| !check.passed).map(|check| check.message.clone());
        let fill = |(case, outcome): (&CaseInfo, Option<CaseOutcome>)| {
            outcome.unwrap_or_else(|| {
                let verdict = match (&built.failed, &reason) {
                    (Some(failed), _) => Verdict::new(failed.kind, failed.message.clone()),
                    (None, Some(reason)) => not_run(reason),
                    (None, None) => not_graded("grading ended before its turn"),
                };
                CaseOutcome::without_run(&case.name, verdict)
            })
        };
        let outcomes: Vec<CaseOutcome> = cases.iter().zip(outcomes).map(fill).collect();
        let is_graded = outcomes.iter().all(CaseOutcome::is_graded);
        let mut student = Student {
            name: submission.student.clone(),
            submission: submission.path.display().to_string(),
            older: submission.older,
            score: None,
            checks,
            outcomes,
        };
        student.score = is_graded.then(|| student.points_so_far(&cases));
        students.push(student);
    }
    students.sort_by(|a, b| a.name.cmp(&b.name));
    let sandbox = sandbox.level().map_or("none".to_owned(), |level| level.to_string());
    Grades {
        game: manifest.game.clone(),
        max: rounded(max),
        cases,
        students,
        sandbox,
        reused,
        common_failure: None,
    }
}

/// Sums of decimal points have no more than six places; the sum of nothing is 0, not -0.
fn rounded(points: f64) -> f64 {
    (points * 1e6).round() / 1e6 + 0.0
}

/// What is known of the steps before the cases.
fn checks(manifest: &Manifest, built: &Built, reads: Option<bool>, scale: f64) -> Vec<CheckResult> {
    let failed = built.failed.as_ref();
    if failed.is_some_and(|verdict| verdict.kind == VerdictKind::NotGraded) {
        return Vec::new();
    }
    let builds = CheckResult {
        name: "builds".to_owned(),
        passed: failed.is_none(),
        points: manifest.checks.builds * scale,
        message: failed.map(|verdict| verdict.message.clone()).unwrap_or_default(),
        evidence: failed.map(|verdict| verdict.evidence.clone()).unwrap_or_default(),
    };
    let (None, Some(reads)) = (failed, reads) else { return vec![builds] };
    let message = "none of the first cases got an answer in the right form";
    let reads = CheckResult {
        name: "reads the input".to_owned(),
        passed: reads,
        points: manifest.checks.reads * scale,
        message: if reads { String::new() } else { message.to_owned() },
        evidence: Vec::new(),
    };
    vec![builds, reads]
}
